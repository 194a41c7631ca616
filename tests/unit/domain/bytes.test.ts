import { expect, it } from 'vitest'
import { formatBytes } from '../../../shared/domain/bytes.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1240, '1.2 kB'],
  [9_949, '9.9 kB'],
  [9_950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [3_400_000, '3.4 MB'],
  [5_368_709_120, '5.4 GB'],
  [2e15, '2000 TB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))
