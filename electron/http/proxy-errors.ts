import { AppError } from '../../shared/domain/app-error.ts'
import { networkReason } from './network-errors.ts'

/**
 * The proxy itself could not be used; another one may work.
 *
 * @param reason - a sentence or an error code
 */
export function proxyUnusable(proxy: string, reason: string): AppError {
  const detail = networkReason(reason) ?? (/^[A-Z0-9_]+$/.test(reason) ? 'The connection failed.' : reason)
  return new AppError('service/proxy-unusable', {
    message: `The proxy ${proxy} that this computer uses cannot be reached.`,
    nextStep: 'Check your network and whether a VPN is needed; everything downloaded before can still be read.',
    detail,
  })
}

/** The system's settings name only proxies of kinds that Steward does not support. */
export function proxyOfUnknownKind(kinds: readonly string[]): AppError {
  return new AppError('service/proxy-unusable', {
    message: 'This computer uses a kind of proxy that Steward does not support.',
    nextStep: 'Ask your IT department for an HTTP or SOCKS 5 proxy, or for direct access to the service.',
    detail: kinds.join(', '),
  })
}

/** @param schemes - the authentication schemes that the proxy offered */
export function proxyWantsSignIn(proxy: string, schemes: readonly string[]): AppError {
  return new AppError('service/proxy-authentication', {
    message: `The proxy ${proxy} requires a user name and a password.`,
    nextStep:
      'Ask your IT department to let Steward through without them. If Steward takes its proxy from HTTPS_PROXY, they can be part of that address.',
    detail: schemes.length === 0 ? 'asked for no known scheme' : `asked for ${schemes.join(', ')}`,
  })
}

export function proxyRefused(proxy: string, { target, detail }: { target: string; detail: string }): AppError {
  return new AppError('service/proxy-refused', {
    message: `The proxy ${proxy} does not let Steward through to ${target}.`,
    nextStep: `Ask your IT department to allow connections to ${target} through the proxy.`,
    detail,
  })
}

/** The proxy works but reports that it cannot reach the server. */
export function notReachedByProxy(proxy: string, { target, detail }: { target: string; detail: string }): AppError {
  return new AppError('service/offline', {
    message: `The proxy ${proxy} cannot reach ${target}.`,
    nextStep: 'Check the address and try again later; everything downloaded before can still be read.',
    detail,
  })
}
