import { expect, test } from 'vitest'
import { createShutdown, type ShutdownPhase } from '../../../electron/app/shutdown.ts'

const register = (parts: readonly ShutdownPhase[]) => {
  const shutdown = createShutdown()
  const ended: string[] = []
  for (const [index, phase] of parts.entries()) shutdown.add(phase, () => void ended.push(`${phase} ${index}`))
  return { shutdown, ended }
}

test('the shutdown ends requests first, then what starts by itself, then the writers, and gives the folder back last', async () => {
  const { shutdown, ended } = register(['folder', 'log', 'work', 'state', 'work', 'pages', 'followers', 'folder'])
  await shutdown.end()
  expect(ended).toEqual(['pages 5', 'followers 6', 'work 2', 'work 4', 'state 3', 'log 1', 'folder 0', 'folder 7'])
})

test('the shutdown ends everything once, however often it is asked to', async () => {
  const { shutdown, ended } = register(['work', 'folder'])
  await Promise.all([shutdown.end(), shutdown.end()])
  await shutdown.end()
  expect(ended).toEqual(['work 0', 'folder 1'])
})

test('a part that fails to end keeps nothing else from ending, and its error is reported', async () => {
  const { shutdown, ended } = register(['folder'])
  shutdown.add('work', async () => {
    throw new Error('the disk is full')
  })
  shutdown.add('work', () => void ended.push('the other work'))
  await expect(shutdown.end()).rejects.toThrow('the disk is full')
  expect(ended).toEqual(['the other work', 'folder 0'])
})

test('the shutdown ends the writers alone before everything is removed, and again with the rest', async () => {
  const { shutdown, ended } = register(['pages', 'work', 'folder'])
  await shutdown.endWork()
  expect(ended).toEqual(['work 1'])
  await shutdown.end()
  expect(ended).toEqual(['work 1', 'pages 0', 'work 1', 'folder 2'])
})
