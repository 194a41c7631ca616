/** Of Playwright's objects, only locators and frame locators have both methods. */
const isLocator = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'locator' in value && 'first' in value

/**
 * Forwards every call to the object that `current` returns at that moment. A locator that a call returns is looked up again at each use, so
 * one that was made before a restart finds its element in the window that is open now.
 */
export function following<Target extends object>(current: () => Target): Target {
  const get = (_target: object, name: string | symbol): unknown => {
    const now = current()
    const value: unknown = Reflect.get(now, name, now)
    if (typeof value !== 'function') return value
    return (...args: unknown[]) => {
      const result: unknown = Reflect.apply(value, now, args)
      if (!isLocator(result)) return result
      return following(() => callOf(current(), name, args) as object)
    }
  }
  return new Proxy({}, { get }) as Target
}

function callOf(target: object, name: string | symbol, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name, target)
  return Reflect.apply(method as () => unknown, target, args)
}
