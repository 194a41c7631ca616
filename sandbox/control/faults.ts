/**
 * Faults of a request. Those of the first group never reach the endpoint; those of the second occur after it has done its work.
 */
export type Fault =
  /** An error status; `retryAfter` in seconds or as an HTTP date. */
  | { kind: 'status'; status: number; retryAfter?: number | string | undefined }
  /** A proxy's HTML page where JSON was expected. */
  | { kind: 'html'; status?: number | undefined }
  /** The connection is closed without an answer. */
  | { kind: 'drop' }
  /** No answer until the client gives up. */
  | { kind: 'hang' }
  /** The work is done, then the connection is closed without an answer. */
  | { kind: 'commit-then-drop' }
  /** Half of the body is sent, then the connection is cut. */
  | { kind: 'cut' }
  /** A complete HTTP answer with half of the body. */
  | { kind: 'truncate' }
  /** The answer's record lacks these fields. */
  | { kind: 'without'; fields: readonly string[] }
  /** Content-Length is off by this many bytes. */
  | { kind: 'wrong-content-length'; by: number }
  /** The body arrives a few bytes at a time. */
  | { kind: 'drip'; bytesPerSecond: number }

export interface FaultRule {
  fault: Fault
  /** Any method if absent. */
  method?: string | undefined
  /** A regular expression for the path including its query; any path if absent. */
  path?: string | undefined
  /** How many matching requests fail; 1 if absent. */
  times?: number | undefined
  /** How many matching requests pass before the first one fails; 0 if absent. */
  skip?: number | undefined
}

export interface Faults {
  add(rule: FaultRule): void
  /** Returns the fault for this request and uses it up once. */
  take(method: string, url: string): Fault | undefined
  setLatency(milliseconds: number, path?: string): void
  latency(url: string): number
  clear(): void
}

interface ActiveRule {
  fault: Fault
  method: string | undefined
  path: RegExp
  left: number
  skip: number
}

/** Holds fault rules and applies them to matching requests, in the order the rules were added. */
export function createFaults(): Faults {
  let rules: ActiveRule[] = []
  let latency = { milliseconds: 0, path: /^/ }
  return {
    add({ fault, method, path = '', times = 1, skip = 0 }) {
      rules.push({ fault, method: method?.toUpperCase(), path: new RegExp(path), left: times, skip })
    },
    take(method, url) {
      const rule = rules.find((one) => (one.method ?? method) === method && one.path.test(url))
      if (rule === undefined) return undefined
      if (rule.skip > 0) {
        rule.skip -= 1
        return undefined
      }
      rule.left -= 1
      if (rule.left <= 0) rules = rules.filter((one) => one !== rule)
      return rule.fault
    },
    setLatency(milliseconds, path = '') {
      latency = { milliseconds, path: new RegExp(path) }
    },
    latency: (url) => (latency.path.test(url) ? latency.milliseconds : 0),
    clear() {
      rules = []
      latency = { milliseconds: 0, path: /^/ }
    },
  }
}
