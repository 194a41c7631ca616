import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NewerVersion } from '../../renderer/app/NewerVersion.tsx'
import { samples } from '../doubles/samples/all.ts'
import { renderInApp } from './support/render-in-app.tsx'

const [, info] = samples.app.info

describe('the mark of a newer version', () => {
  it('names it and how to get it, and comes and goes with what the looks find', async () => {
    const found: { newer: string | null } = { newer: null }
    const { queries, api } = renderInApp(NewerVersion, { answers: { app: { info: () => ({ ...info, ...found }) } } })
    const refresh = () => act(() => queries.invalidateQueries({ queryKey: api.app.info.key() }))
    await expect.poll(() => queries.getQueryData(api.app.info.queryKey({ input: {} }))).toBeDefined()
    expect(screen.queryByText(/is available/)).toBeNull()
    found.newer = '0.2.0'
    await refresh()
    expect(await screen.findByText(/Version 0\.2\.0 is available/)).toHaveTextContent('Check for updates… in the menu')
    found.newer = null
    await refresh()
    await expect.poll(() => screen.queryByText(/is available/)).toBeNull()
  })
})
