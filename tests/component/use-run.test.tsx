import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useRun } from '../../renderer/lib/use-run.ts'

type State = { step: 'idle' } | { step: 'running'; done: number } | { step: 'failed'; code: string }
type Run = ReturnType<typeof useRun<State>>

/** A component with runs whose progress the test reports; `words` is what it shows. */
function open() {
  const at: { run: Run | null } = { run: null }
  function Component() {
    at.run = useRun<State>({ step: 'idle' }, ({ code }) => ({ step: 'failed', code }))
    return <p>{JSON.stringify(at.run.state)}</p>
  }
  const { unmount } = render(<Component />)
  const begin = async () => {
    const ended = Promise.withResolvers<void>()
    const begun: { show?: (done: number) => void; signal?: AbortSignal } = {}
    await act(async () => {
      void at.run?.start(async (show, signal) => {
        Object.assign(begun, { show: (done: number) => show({ step: 'running', done }), signal })
        show({ step: 'running', done: 0 })
        await ended.promise
      })
    })
    const isAborted = () => begun.signal?.aborted
    const fail = () => act(async () => ended.reject(new Error('It failed.')))
    return { show: (done: number) => act(async () => begun.show?.(done)), isAborted, fail }
  }
  const words = () => screen.getByText(/step/).textContent
  const call = (what: 'stop' | 'reset') => act(async () => at.run?.[what]())
  return { begin, words, call, unmount }
}

const running = (done: number) => JSON.stringify({ step: 'running', done })
const idle = JSON.stringify({ step: 'idle' })

describe('a run', () => {
  it('shows its progress, and why it failed', async () => {
    const { begin, words } = open()
    const { show, fail } = await begin()
    await show(1)
    expect(words()).toBe(running(1))
    await fail()
    expect(words()).toBe(JSON.stringify({ step: 'failed', code: 'internal/unexpected' }))
  })

  it('is aborted by the next one, and then shows nothing more, nor its failure', async () => {
    const { begin, words } = open()
    const first = await begin()
    const second = await begin()
    expect(first.isAborted()).toBe(true)
    await second.show(2)
    await expect(first.show(9)).rejects.toThrow()
    await first.fail()
    expect(words()).toBe(running(2))
  })

  it('may show its end once it was stopped, and is idle if it ends without one', async () => {
    const { begin, words, call } = open()
    const { show, isAborted, fail } = await begin()
    await call('stop')
    expect(isAborted()).toBe(true)
    await show(3)
    expect(words()).toBe(running(3))
    await fail()
    expect(words()).toBe(idle)
  })

  it('is aborted and forgotten by a reset, and aborted when its component goes', async () => {
    const { begin, words, call, unmount } = open()
    const first = await begin()
    await call('reset')
    expect(first.isAborted()).toBe(true)
    expect(words()).toBe(idle)
    const second = await begin()
    unmount()
    expect(second.isAborted()).toBe(true)
  })
})
