import { isIP, type Socket } from 'node:net'
import { notReachedByProxy, proxyRefused, proxyUnusable, proxyWantsSignIn } from './proxy-errors.ts'
import { type ProxyRoute, proxyName } from './proxy-list.ts'
import type { Target } from './proxy-resolver.ts'

const VERSION = 5
const NO_AUTHENTICATION = 0
const NAME_AND_PASSWORD = 2
const NONE_ACCEPTABLE = 0xff
/** Length in bytes of an address in a reply, by address type; a name carries its own length. */
const addressBytes = new Map([
  [1, 4],
  [4, 16],
])
/**
 * Reply codes with which a proxy reports that it could not reach the server: general failure, network, host, refused, time to
 * live.
 */
const notThere: ReadonlySet<number> = new Set([1, 3, 4, 5, 6])

/**
 * Asks a SOCKS 5 proxy (RFC 1928, 1929) for a tunnel, by the server's name, which the proxy resolves. Rejects with
 * `service/proxy-…` or `service/offline`, after destroying the socket.
 *
 * @param socket - connected to the proxy
 */
export async function openSocksTunnel(
  socket: Socket,
  { route, target, limitMs }: { route: ProxyRoute; target: Target; limitMs: number },
): Promise<Socket> {
  const proxy = proxyName(route)
  const reader = createReader(socket, (detail) => proxyUnusable(proxy, detail))
  const late = setTimeout(() => reader.fail('no answer in SOCKS'), limitMs)
  try {
    const { credentials } = route
    const methods = credentials === null ? [NO_AUTHENTICATION] : [NO_AUTHENTICATION, NAME_AND_PASSWORD]
    socket.write(Buffer.from([VERSION, methods.length, ...methods]))
    const [version, method] = await reader.take(2)
    if (version !== VERSION || (method !== NONE_ACCEPTABLE && !methods.includes(method ?? -1))) {
      throw proxyUnusable(proxy, 'it does not speak SOCKS 5')
    }
    if (method === NONE_ACCEPTABLE) throw proxyWantsSignIn(proxy, [])
    if (method === NAME_AND_PASSWORD && credentials !== null) {
      socket.write(Buffer.concat([Buffer.from([1]), counted(credentials.user), counted(credentials.password)]))
      const [, status] = await reader.take(2)
      if (status !== 0) throw proxyWantsSignIn(proxy, ['another name or password'])
    }
    socket.write(Buffer.concat([Buffer.from([VERSION, 1, 0]), addressOf(target)]))
    const [spoken, reply = 1, , kind = 0] = await reader.take(4)
    if (spoken !== VERSION) throw proxyUnusable(proxy, 'it does not speak SOCKS 5')
    if (reply !== 0) {
      const words = { target: proxyName(target), detail: `SOCKS reply ${reply}` }
      throw notThere.has(reply) ? notReachedByProxy(proxy, words) : proxyRefused(proxy, words)
    }
    const length = addressBytes.get(kind) ?? (await reader.take(1))[0] ?? 0
    await reader.take(length + 2)
    return socket
  } catch (thrown) {
    socket.destroy()
    throw thrown
  } finally {
    clearTimeout(late)
    reader.leave()
  }
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 255)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function addressOf({ host, port }: Target): Buffer {
  const number = Buffer.from([port >> 8, port & 0xff])
  if (isIP(host) === 4) return Buffer.concat([Buffer.from([1, ...host.split('.').map(Number)]), number])
  if (isIP(host) === 6) return Buffer.concat([Buffer.from([4]), bytesOfV6(host), number])
  return Buffer.concat([Buffer.from([3]), counted(host), number])
}

/** Expands an IPv6 address: the groups before the gap, zeros, the groups after it. */
function bytesOfV6(host: string): Buffer {
  const [before = [], after = []] = host.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]))
}

/** Reads exactly the requested number of bytes: what follows belongs to the tunnel. */
function createReader(socket: Socket, named: (detail: string) => Error) {
  let failure: Error | null = null
  let wake = () => {}
  const fail = (detail: string) => {
    failure ??= named(detail)
    wake()
  }
  const onReadable = () => wake()
  const onError = (error: Error) => fail('code' in error ? String(error.code) : error.name)
  const onEnd = () => fail('it hung up')
  socket.on('readable', onReadable).on('error', onError).on('end', onEnd).on('close', onEnd)
  return {
    fail,
    async take(length: number): Promise<Buffer> {
      for (;;) {
        if (failure) throw failure
        const bytes: Buffer | null = socket.read(length)
        if (bytes !== null && bytes.length === length) return bytes
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    leave() {
      socket.off('readable', onReadable).off('error', onError).off('end', onEnd).off('close', onEnd)
    },
  }
}
