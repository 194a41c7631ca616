import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part of a screen that is loaded when it is first drawn, or before (`renderer/app/parts.ts`). Wants a `Suspense` around it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }))
}
