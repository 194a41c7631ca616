import { expect } from 'vitest'

const areEqualBytes = (one: unknown, other: unknown) =>
  one instanceof Uint8Array &&
  other instanceof Uint8Array &&
  one.constructor === other.constructor &&
  Buffer.compare(one, other) === 0

// Vitest compares bytes one by one, which takes 0.2 s of processor time for a megabyte. It still does so where they differ, for its message.
expect.addEqualityTesters([(one, other) => areEqualBytes(one, other) || undefined])
