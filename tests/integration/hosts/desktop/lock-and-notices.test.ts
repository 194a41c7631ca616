import { describe, expect, it } from 'vitest'
import { configurationOf } from '../../../../tools/package/configuration.ts'
import { desktopRun } from '../../../doubles/desktop-run.ts'

describe('a system that locks its screen', () => {
  const desk = desktopRun('lock')

  it('locks Steward, which reads nothing until somebody opens it', () => {
    expect(desk.report).toMatchObject({ states: [null, 'system', null], refused: 'lock/locked', connections: [] })
  })
})

describe('what is told outside of the windows', () => {
  const desk = desktopRun('notices')

  it('is told by an app that Windows knows by the name its packages have', () => {
    const { appId } = configurationOf({ platform: 'win32', env: {}, release: false })
    expect(desk.report.named).toEqual({
      atStart: process.platform === 'win32' ? [appId] : [],
      onMac: [],
      onWindows: [appId],
    })
  })

  it('is told only while no window is in front, and leads there', () => {
    expect(desk.report).toMatchObject({
      whileInFront: 0,
      shown: [{ title: 'Steward', body: 'A change needs your decision.' }],
      clicked: ['/c/x/outbox'],
    })
  })

  it('shows on the icon how many changes need a decision, on Windows as a dot with words', () => {
    expect(desk.report.badges).toEqual([3])
    expect(desk.report.acts).toEqual([
      ['overlay 2 changes need you', 'overlay 1 change needs you', 'no overlay'],
      expect.arrayContaining(['overlay 2 changes need you', 'overlay 1 change needs you', 'no overlay']),
    ])
  })
})

describe('a page that ends by itself or does not answer', () => {
  const desk = desktopRun('pages-gone')

  it('is waited for or loaded again as the user chooses, and asked about when it ends again soon', () => {
    expect(desk.report).toMatchObject({
      closed: { reloads: 0, said: [] },
      waited: { reloads: 0, said: ['This window is not responding.'] },
      hung: { reloads: 0, said: ['This window is not responding.'] },
      answers: { reloads: 0, said: [] },
      reloaded: { reloads: 1, said: ['This window is not responding.'] },
      again: { reloads: 1, said: ['This window crashed twice.'] },
    })
  })
})
