/** A class with objects that can be destroyed. */
type Destroyable = { prototype: object & { isDestroyed(): boolean } }

/** Makes every member throw once the object is destroyed, except `isDestroyed` and the emitter's own members. */
export function throwOnceDestroyed({ prototype }: Destroyable): void {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || name === 'isDestroyed') continue
    const guarded = { ...property }
    const { get, value } = property
    if (get !== undefined) guarded.get = guard(get)
    if (typeof value === 'function') guarded.value = guard(value)
    Object.defineProperty(prototype, name, guarded)
  }
}

function guard(member: (...args: unknown[]) => unknown) {
  return function guarded(this: { isDestroyed(): boolean }, ...args: unknown[]): unknown {
    if (this.isDestroyed()) throw new TypeError('Object has been destroyed')
    return member.apply(this, args)
  }
}
