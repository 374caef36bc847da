import { Link } from "react-router";
import { ProfilePanel } from "../../web/features/profile/profile-panel.tsx";
import { Toaster } from "../../web/ui/toaster.tsx";
import { PROFILE } from "../answers/profile.ts";
import { renderAt } from "./render.tsx";
import { stubApi } from "./stub-api.ts";

export const READ = "GET /api/user/profile";
export const SAVE = "PUT /api/user/profile";

/** My Account with toasts, without its heading and what other features bring, and an API that knows this member. */
export function openProfile(answers: Parameters<typeof stubApi>[0] = {}, path = "/profile") {
  const calls = stubApi({ [READ]: () => Response.json(PROFILE), ...answers });
  const screen = renderAt(
    path,
    <>
      <Link to="#main">Skip</Link>
      <ProfilePanel
        membership={({ subscriptionType, subscriptionStatus }) => <p>{`${subscriptionType}, ${subscriptionStatus}`}</p>}
        security={() => <h2>Devices</h2>}
        privacy={<h2>Privacy</h2>}
      />
      <Toaster />
    </>,
  );
  return { ...screen, calls };
}
