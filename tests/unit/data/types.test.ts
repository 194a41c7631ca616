import { describe, expectTypeOf, it } from 'vitest'
import type { ReadableDatabase, WritableDatabase } from '../../../electron/data/open-database.ts'
import type { Reader } from '../../../electron/data/reads/reader.ts'
import type { CallsOf } from '../../../electron/data/workers/protocol.ts'
import type { WriterCalls } from '../../../electron/data/workers/worker-calls.ts'
import type { Writer } from '../../../electron/data/writer.ts'

describe('a database that is only read', () => {
  it('has no means to change anything', () => {
    expectTypeOf<ReadableDatabase>().not.toHaveProperty('exec')
    expectTypeOf<ReturnType<ReadableDatabase['prepare']>>().toHaveProperty('all')
    expectTypeOf<ReturnType<ReadableDatabase['prepare']>>().not.toHaveProperty('run')
    expectTypeOf<Reader['mirror']>().toEqualTypeOf<ReadableDatabase>()
    expectTypeOf<Reader['ledger']>().toEqualTypeOf<ReadableDatabase>()
  })

  it('cannot be given to code that writes, while code that reads takes both', () => {
    expectTypeOf<ReadableDatabase>().not.toExtend<WritableDatabase>()
    expectTypeOf<WritableDatabase>().toExtend<ReadableDatabase>()
    expectTypeOf<Writer['mirror']>().toEqualTypeOf<WritableDatabase>()
    expectTypeOf<WritableDatabase>().toHaveProperty('exec')
  })
})

describe('the calls of a worker', () => {
  type Handlers = {
    now(): number
    later(name: string): Promise<boolean>
    pick<Name extends 'a' | 'b'>(name: Name): Promise<{ a: string; b: number }[Name]>
    walk(steps: number, onStep: (step: number) => void): void
  }

  it('are its handlers, answered later', () => {
    expectTypeOf<CallsOf<Handlers>['now']>().toEqualTypeOf<() => Promise<number>>()
    expectTypeOf<CallsOf<Handlers>['later']>().toEqualTypeOf<(name: string) => Promise<boolean>>()
    expectTypeOf<CallsOf<Handlers>['pick']>().toEqualTypeOf<Handlers['pick']>()
    expectTypeOf<CallsOf<Handlers>['walk']>().toEqualTypeOf<
      (steps: number, onStep: (step: number) => void) => Promise<void>
    >()
    expectTypeOf<CallsOf<WriterCalls>['flush']>().toEqualTypeOf<() => Promise<void>>()
  })
})
