import { AppError, type AppErrorCode } from '../../shared/domain/app-error.ts'

const sentences = {
  'auth/redirect-mismatch': {
    message: 'The authorization server does not know the redirect address of this connection.',
    nextStep: 'Register exactly the redirect address shown in the connection, or correct it there.',
  },
  'auth/port-taken': {
    message: 'Another program uses the port of the redirect address, so the browser was not opened.',
    nextStep: 'Close that program, or register another redirect address, and sign in again.',
  },
  'auth/denied': {
    message: 'The sign-in was denied in the browser.',
    nextStep: 'Sign in again and choose to authorize Steward.',
  },
  'auth/code-expired': {
    message: 'The sign-in took too long, and its code is no longer valid.',
    nextStep: 'Sign in again.',
  },
  'auth/wrong-secret': {
    message: 'The authorization server does not accept the client ID and secret of this connection.',
    nextStep:
      'Enter the client secret again. If it is right, ask your firm for the client ID and how the secret is sent.',
  },
  'auth/wrong-client': {
    message: 'The authorization server does not accept the client ID of this connection without a secret.',
    nextStep:
      'Ask your firm whether it is registered as a public client; if it has a secret, set how the secret is sent.',
  },
  'auth/invalid-scope': {
    message: 'The authorization server does not allow the scope that this connection asks for.',
    nextStep: 'Ask your firm which scope is registered for the client ID, and set it in the connection.',
  },
  'auth/unreachable': {
    message: 'The sign-in server cannot be reached.',
    nextStep: 'Check your network and the address of the sign-in server, then try again.',
  },
  'auth/unavailable': {
    message: 'The sign-in server is not available.',
    nextStep: 'No action needed. Steward will try again; everything downloaded before can still be read.',
  },
  'auth/timed-out': {
    message: 'The sign-in was not completed in the browser within five minutes.',
    nextStep:
      'Sign in again; if the browser showed an error page, check the client ID and the redirect address of the connection.',
  },
  'auth/cancelled': { message: 'The sign-in was cancelled.', nextStep: 'Sign in again when you are ready.' },
  'auth/browser-not-opened': {
    message: 'The browser could not be opened.',
    nextStep: 'Set a default browser on this computer and sign in again.',
  },
  'auth/bad-response': {
    message: 'The authorization server gave an answer that Steward does not understand.',
    nextStep: 'Check the address of the authorization server; if it is right, show the details to your firm.',
  },
  'auth/sign-in-needed': {
    message: 'Your sign-in is no longer valid.',
    nextStep: 'Sign in again; your edits are kept.',
  },
} as const satisfies Partial<Record<AppErrorCode, { message: string; nextStep: string }>>

/** Error codes of sign-in. */
export type AuthErrorCode = keyof typeof sentences

/**
 * A sign-in error with its fixed message. It has no `cause`: oauth4webapi's errors contain whole responses, including tokens.
 *
 * @param detail - technical, and free of tokens, codes and secrets
 */
export function authError(
  code: AuthErrorCode,
  detail?: string,
  words: { message?: string; nextStep?: string; retryAfterMs?: number } = {},
): AppError {
  return new AppError(code, { ...sentences[code], ...words, ...(detail === undefined ? {} : { detail }) })
}
