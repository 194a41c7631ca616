import { describe, expect, it } from 'vitest'
import { desktopRun } from '../../doubles/desktop-run.ts'

describe('quitting with unsent work where nothing is kept', () => {
  const desk = desktopRun('quit')

  it('asks once, and whoever stays has everything as it was', () => {
    expect(desk.report.stillServes).toBe(1)
    expect(desk.report.messages).toMatchObject([
      {
        message: 'One piece of work would be lost.',
        buttons: ['Quit and lose them', 'Stay'],
        defaultId: 1,
        cancelId: 1,
      },
      { message: 'One piece of work would be lost.' },
      { message: 'One piece of work would be lost.' },
    ])
  })

  it('opens a window again for whoever stays after closing the last one', () => {
    expect(desk.report.windows).toBe(1)
    expect(desk.report.afterStaying).toEqual({ messages: 2, exits: 0 })
  })

  it('ends, once, when the person says so', () => {
    expect(desk.report.exitCodes).toEqual([0])
  })
})

describe('a computer that is shut down', () => {
  const desk = desktopRun('shutdown')

  it('waits for no answer', () => {
    expect(desk.report).toEqual({ messages: [], exitCodes: [0] })
  })
})
