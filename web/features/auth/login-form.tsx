import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import { type LoginRequest, loginRequest } from "#domain/contract/auth.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { formErrorText, IncompleteAnswerError } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useStartSession } from "./start-session.ts";

function useLogin() {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: async (input: LoginRequest) => {
      const { token } = await read(api.auth.login.$post({ json: input }));
      if (!token) throw new IncompleteAnswerError("No token received from server");
      return token;
    },
    onSuccess: startSession,
  });
}

export function LoginForm() {
  const { state } = useLocation();
  const login = useLogin();
  const form = useForm({ resolver: zodResolver(loginRequest), defaultValues: { email: "", password: "" } });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={form.handleSubmit((input) => login.mutate(input))} className="grid gap-5">
      {login.isError && <Alert>{formErrorText(login.error, "Login failed")}</Alert>}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Button type="submit" size="lg" isBusy={login.isPending}>
        {login.isPending ? "Logging in..." : "Login"}
      </Button>
      <Link
        to={APP_PAGES.resetPassword}
        state={state}
        className="justify-self-center py-2 text-sm text-muted underline underline-offset-4 hover:text-bolt"
      >
        Need to set your password?
      </Link>
    </form>
  );
}
