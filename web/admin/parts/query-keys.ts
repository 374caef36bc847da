const MEMBERS = "/api/admin/members";

/** Starts the key of every query about members: an action on one may change the list, too. */
export const everyMemberKey = [MEMBERS];

export const overviewKey = ["/api/admin/overview"];
