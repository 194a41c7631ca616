import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../bench/options.ts'

describe('the command line of the benches', () => {
  it('runs one bench with its options', () => {
    const command = parseCommand(['growth', '--sizes', '1000,10000', '--rounds', '2', '--json'])
    expect(command).toMatchObject({ benches: ['growth'], isAll: false, json: true, keep: false, strict: false })
    expect(command.options).toMatchObject({ sizes: [1000, 10_000], rounds: 2, individuals: 300_000 })
  })

  it('runs every bench for all, growth and peers only on request', () => {
    const { benches } = parseCommand(['all'])
    expect(benches).toHaveLength(14)
    expect(parseCommand(['all', '--with-growth', '--with-peers']).benches).toEqual([...benches, 'growth', 'peers'])
    expect(parseCommand(['all', '--only', 'map,pack']).benches).toEqual(['map', 'pack'])
  })

  it('passes on to the benches of all exactly what was given', () => {
    expect(parseCommand(['all', '--rounds', '7', '--sparse', '--json']).passedOn).toEqual(['--rounds', '7', '--sparse'])
  })

  it.each([
    [[], 'Name a bench'],
    [['nothing'], 'There is no bench nothing.'],
    [['map', 'pack'], 'One bench at a time'],
    [['map', '--rounds', '0'], '--rounds takes a whole number'],
    [['growth', '--sizes', '10,many'], '--sizes takes a whole number'],
    [['all', '--only', 'map,nothing'], 'There is no bench nothing.'],
  ])('refuses %j', (args, message) => {
    expect(() => parseCommand(args)).toThrow(message)
  })
})
