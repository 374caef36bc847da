import type { Hono } from "hono";
import type { AdminStats, SendWakeUpRequest, SendWakeUpResponse } from "#domain/contract/admin.ts";
import type * as auth from "#domain/contract/auth.ts";
import type { ContentItem, CreateContentForm, UpdateContentRequest } from "#domain/contract/content.ts";
import type { ProfileResponse, UpdateProfileRequest } from "#domain/contract/members.ts";
import type {
  EngagementResponse,
  ProgressResponse,
  SaveProgressRequest,
  StreakResponse,
} from "#domain/contract/progress.ts";
import type { CreateTrialForm, CreateTrialResponse, TrialUser } from "#domain/contract/trials.ts";
import type { UnsubscribeLink, UnsubscribeResponse } from "#domain/contract/unsubscribe.ts";

type Call<Input, Output> = { input: Input; output: Output; outputFormat: "json"; status: 200 };
type Json<T> = { json: T };
type IdParam = { param: { id: string } };
// biome-ignore lint/complexity/noBannedTypes: hono's own "no input" type.
type None = {};

export type Api = Hono<
  None,
  {
    "/api/auth/login": { $post: Call<Json<auth.LoginRequest>, auth.SessionResponse> };
    "/api/auth/request-password-reset": { $post: Call<Json<auth.PasswordResetRequest>, auth.PasswordResetResponse> };
    "/api/auth/setup-password": { $post: Call<Json<auth.SetupPasswordRequest>, auth.SessionResponse> };
    "/api/auth/verify": { $get: Call<None, auth.VerifyResponse> };
    "/api/auth/exchange": { $post: Call<Json<auth.ExchangeRequest>, auth.SessionResponse> };
    "/api/auth/quick-login": { $post: Call<Json<auth.QuickLoginRequest>, auth.SessionResponse> };
    "/api/auth/logout": { $post: Call<None, auth.OkResponse> };
    "/api/user/profile": {
      $get: Call<None, ProfileResponse>;
      $put: Call<Json<UpdateProfileRequest>, ProfileResponse>;
    };
    "/api/user/engagement": { $get: Call<None, EngagementResponse> };
    "/api/user/streak": { $get: Call<None, StreakResponse> };
    "/api/content": {
      $get: Call<{ query: { year: string; month: string } }, ContentItem[]>;
      $post: Call<Json<CreateContentForm>, ContentItem>;
    };
    "/api/content/:id": {
      $get: Call<IdParam, ContentItem>;
      $put: Call<IdParam & Json<UpdateContentRequest>, ContentItem>;
    };
    "/api/content/all": { $get: Call<None, ContentItem[]> };
    "/api/content/date/:date": { $get: Call<{ param: { date: string } }, ContentItem> };
    "/api/progress/:id": {
      $get: Call<IdParam, ProgressResponse>;
      $post: Call<IdParam & Json<SaveProgressRequest>, ProgressResponse>;
    };
    "/api/admin/verify": { $post: Call<None, auth.OkResponse> };
    "/api/admin/stats": { $get: Call<None, AdminStats> };
    "/api/admin/create-trial": { $post: Call<Json<CreateTrialForm>, CreateTrialResponse> };
    "/api/admin/trial-users": { $get: Call<None, TrialUser[]> };
    "/api/admin/trial-users/:id": { $delete: Call<IdParam, auth.OkResponse> };
    "/api/admin/email-preview": { $post: Call<Json<{ contentId: string }>, { html: { html: string } }> };
    "/api/admin/wake-up": { $post: Call<Json<Partial<SendWakeUpRequest> & { email: string }>, SendWakeUpResponse> };
    "/api/wake-up/unsubscribe": { $post: Call<Json<UnsubscribeLink>, UnsubscribeResponse> };
    "/api/wake-up/resubscribe": { $post: Call<Json<UnsubscribeLink>, UnsubscribeResponse> };
  },
  "/"
>;
