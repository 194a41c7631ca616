import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimInstance } from '../../../../electron/hosts/common/instance-lock.ts'
import { desktopRun } from '../../../doubles/desktop-run.ts'

describe('quitting with unsent work where nothing is kept', () => {
  const desk = desktopRun('quit')

  it('asks once, and whoever stays has everything as it was', () => {
    expect(desk.report.stillServes).toBe(1)
    expect(desk.report.messages).toMatchObject([
      {
        message: 'One unsaved item would be lost.',
        buttons: ['Quit and lose them', 'Stay'],
        defaultId: 1,
        cancelId: 1,
      },
      { message: 'One unsaved item would be lost.' },
      { message: 'One unsaved item would be lost.' },
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

  it('waits until Steward has ended, and Steward for no answer', () => {
    expect(desk.report).toEqual({ waits: true, messages: [], exitCodes: [0] })
  })
})

describe('a session of Windows that ends', () => {
  const desk = desktopRun('session-end')

  it('is neither kept nor asked about, and what was held is written down', async () => {
    expect(desk.report).toEqual({
      kept: [false, false, false, false],
      stillServes: 1,
      messages: [],
      exitCodes: [0],
    })
    expect(JSON.parse(await readFile(join(desk.folder, 'windows.json'), 'utf8')).windows).toMatchObject([
      { bounds: { x: 140, y: 160 } },
      { bounds: { x: 240, y: 160 } },
    ])
  })

  it('leaves nothing that keeps the next start out', async () => {
    const next = await claimInstance(desk.folder, { given: { links: [], files: [] }, onHandedOver: () => {} })
    expect(next).toBeDefined()
    await next?.release()
  })
})
