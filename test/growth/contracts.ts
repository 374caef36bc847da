import type * as z from "zod";
import { trialUserList } from "#domain/contract/access.ts";
import { okResponse, sessionResponse, sessionsResponse } from "#domain/contract/account.ts";
import { administratorList } from "#domain/contract/administrators.ts";
import { auditPage } from "#domain/contract/audit.ts";
import { browseResponse, favoriteResponse } from "#domain/contract/content/browse.ts";
import { contentList, contentMonths, openedItem } from "#domain/contract/content/content.ts";
import {
  contentCalendar,
  contentLibrary,
  contentRevisions,
  libraryItem,
  mediaList,
  preflightResponse,
  runwayResponse,
} from "#domain/contract/content/library.ts";
import { feedsResponse, newFeedResponse } from "#domain/contract/feed.ts";
import { doctorReport, overviewResponse } from "#domain/contract/health.ts";
import { importList, importPeople, invitationChoices, invitationsResponse } from "#domain/contract/imports.ts";
import { mailDomain } from "#domain/contract/mail.ts";
import {
  inboundList,
  itemByMail,
  progressByMail,
  unsubscribeResponse,
  wakeUpByMail,
} from "#domain/contract/mail-responses.ts";
import { uploadResponse } from "#domain/contract/media.ts";
import { memberCounts, memberList } from "#domain/contract/member-list.ts";
import { doneResponse, memberFile, memberMailList, memberMornings, openedMail } from "#domain/contract/members.ts";
import { giftList } from "#domain/contract/money/gifts.ts";
import { cohort, comparedDay, ledgerPage, moneyMonths } from "#domain/contract/money/ledger.ts";
import { listedSubscriptions, memberPayments, mySubscription } from "#domain/contract/money/subscriptions.ts";
import { deleteAccountResponse, downloadDataResponse, privacyResponse } from "#domain/contract/privacy.ts";
import { morningsResponse, profileResponse } from "#domain/contract/profile.ts";
import {
  activityResponse,
  engagementResponse,
  progressResponse,
  saveProgressResponse,
  streakResponse,
} from "#domain/contract/progress.ts";
import { deviceRef, devicesResponse } from "#domain/contract/push.ts";
import { adminStats } from "#domain/contract/statistics.ts";
import { deliveryResponse, troubledBatches } from "#domain/contract/wake-up.ts";

/**
 * What the measured calls return. `worker/entry/api-answers.test.ts` has all other routes, and the lists that are
 * empty in this house.
 */
export const CONTRACTS: Record<string, z.ZodType> = {
  "GET /api/admin/audit": auditPage,
  "GET /api/admin/administrators": administratorList,
  "GET /api/admin/doctor": doctorReport,
  "GET /api/admin/delivery": deliveryResponse,
  "GET /api/admin/delivery/batches": troubledBatches,
  "GET /api/admin/gifts": giftList,
  "GET /api/admin/imports": importList,
  "GET /api/admin/imports/:id/people": importPeople,
  "GET /api/admin/inbound": inboundList,
  "GET /api/admin/invitations": invitationsResponse,
  "GET /api/admin/invitations/choices": invitationChoices,
  "GET /api/admin/mail-domain": mailDomain,
  "GET /api/admin/media": mediaList,
  "GET /api/admin/members": memberList,
  "GET /api/admin/members/counts": memberCounts,
  "GET /api/admin/members/:id": memberFile,
  "GET /api/admin/members/:id/mails": memberMailList,
  "GET /api/admin/members/:id/mails/:mailId": openedMail,
  "GET /api/admin/members/:id/mornings": memberMornings,
  "GET /api/admin/members/:id/payments": memberPayments,
  "GET /api/admin/members/:id/wake-ups/:date": openedMail,
  "GET /api/admin/overview": overviewResponse,
  "GET /api/admin/payments": ledgerPage,
  "GET /api/admin/payments/cohorts/:month": cohort,
  "GET /api/admin/payments/compared/:date": comparedDay,
  "GET /api/admin/payments/months": moneyMonths,
  "GET /api/admin/stats": adminStats,
  "GET /api/admin/trial-users": trialUserList,
  "GET /api/admin/uploads/:id": uploadResponse,
  "GET /api/content/all": contentLibrary,
  "GET /api/content/calendar": contentCalendar,
  "GET /api/content/date/:date": libraryItem,
  "GET /api/content/runway": runwayResponse,
  "GET /api/content/:id/preflight": preflightResponse,
  "GET /api/content/:id/revisions": contentRevisions,
  "GET /api/paypal/subscriptions": listedSubscriptions.refine(({ error }) => error === undefined),

  "GET /api/content": contentList,
  "GET /api/content/months": contentMonths,
  "GET /api/content/library": browseResponse,
  "GET /api/content/:id": openedItem,
  "PUT /api/content/:id/favorite": favoriteResponse,
  "DELETE /api/content/:id/favorite": favoriteResponse,
  "GET /api/progress/:id": progressResponse,
  "POST /api/progress/:id": saveProgressResponse,
  "POST /api/progress/:id/start-over": saveProgressResponse,
  "GET /api/user/activity": activityResponse,
  "GET /api/user/engagement": engagementResponse,
  "GET /api/user/streak": streakResponse,
  "GET /api/user/mornings": morningsResponse,
  "GET /api/user/profile": profileResponse,
  "PUT /api/user/profile": profileResponse,
  "GET /api/user/sessions": sessionsResponse,
  "DELETE /api/user/sessions": okResponse,
  "DELETE /api/user/sessions/:id": okResponse,
  "POST /api/user/ask-for-mails": okResponse,
  "POST /api/user/correct-address": doneResponse,
  "POST /api/user/change-password": sessionResponse,
  "POST /api/user/email-code": okResponse,
  "POST /api/user/test-mail": okResponse,
  "GET /api/user/push-devices": devicesResponse,
  "POST /api/user/push-devices": deviceRef,
  "POST /api/user/push-devices/:id/test": okResponse,
  "DELETE /api/user/push-devices/:id": okResponse,
  "GET /api/user/feeds": feedsResponse,
  "POST /api/user/feeds": newFeedResponse,
  "DELETE /api/user/feeds/:id": okResponse,
  "POST /api/episodes/done": okResponse,
  "POST /api/feeds/revoke": okResponse,
  "GET /api/user/privacy": privacyResponse,
  "POST /api/user/privacy/export": okResponse,
  "POST /api/user/privacy/download": downloadDataResponse,
  "POST /api/user/privacy/delete": deleteAccountResponse,
  "GET /api/user/subscription": mySubscription,
  "POST /api/by-mail/open": itemByMail,
  "POST /api/by-mail/check": wakeUpByMail,
  "POST /api/by-mail/progress": progressByMail,
  "POST /api/by-mail/hour": wakeUpByMail.required({ undo: true }),
  "POST /api/by-mail/pause": wakeUpByMail.required({ undo: true }),
  "POST /api/by-mail/undo": wakeUpByMail,
  "POST /api/unsubscribe": unsubscribeResponse,
  "POST /api/unsubscribe/check": unsubscribeResponse,
  "POST /api/unsubscribe/undo": unsubscribeResponse,
  "POST /unsubscribe": unsubscribeResponse,
};
