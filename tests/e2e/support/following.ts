/** Of Playwright's objects, only locators and frame locators have both methods. */
const isLocator = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'locator' in value && 'first' in value

/**
 * Forwards every call to the object that `current` returns at the moment of the call; null if there is none yet. A locator that a call
 * returns is looked up again at each use, so one that was made before a restart finds its element in the window that is open now.
 */
export function following<Target extends object>(current: () => Target | null): Target {
  const get = (_target: object, name: string | symbol): unknown => {
    const now = current()
    // Not a promise, although every other name may be called later.
    if (now === null && name === 'then') return undefined
    const value: unknown = now === null ? null : Reflect.get(now, name, now)
    if (now !== null && typeof value !== 'function') return value
    const call = (args: readonly unknown[]) => callOf(current(), name, args)
    return (...args: unknown[]) => {
      const result = call(args)
      return isLocator(result) ? following(() => call(args) as object) : result
    }
  }
  return new Proxy({}, { get }) as Target
}

function callOf(target: object | null, name: string | symbol, args: readonly unknown[]): unknown {
  if (target === null) throw new Error('Steward was not started yet: the desktop shell has no window.')
  const method: unknown = Reflect.get(target, name, target)
  return Reflect.apply(method as () => unknown, target, args)
}
