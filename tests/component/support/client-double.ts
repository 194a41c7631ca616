import { ORPCError } from '@orpc/client'
import type { z } from 'zod'
import type { Client } from '../../../renderer/lib/client/connect-client.ts'
import type { AppErrorCode } from '../../../shared/domain/app-error.ts'
import { type ContractInputs, type ContractOutputs, contract } from '../../../shared/ipc/contract.ts'

type Domain = keyof ContractInputs

/** Answers by procedure. One without an answer fails its call, which names it. */
export type Answers = {
  [D in Domain]?: {
    [P in keyof ContractInputs[D]]?: (
      input: ContractInputs[D][P],
    ) => ContractOutputs[D][P & keyof ContractOutputs[D]] | Promise<ContractOutputs[D][P & keyof ContractOutputs[D]]>
  }
}

/** A call with the signal that its caller may abort. */
export type Call = { path: string; input: unknown; signal?: AbortSignal | undefined }

type Definition = { inputSchema?: z.ZodType; outputSchema?: z.ZodType }
type Untyped = Readonly<Record<string, Readonly<Record<string, (input: unknown) => unknown>> | undefined>>

const definitions = contract as unknown as Readonly<Record<string, Readonly<Record<string, { '~orpc': Definition }>>>>

/** The error that the main process answers with. */
export const appError = (code: AppErrorCode, message: string, issues: { field: string; message: string }[] = []) =>
  new ORPCError('APP_ERROR', { message, defined: true, data: { code, nextStep: 'Try again.', issues } })

/**
 * A client of the main process whose answers a test gives. Inputs and answers must fit the contract, so that a double cannot say
 * what the main process never would.
 */
export function createClientDouble(answers: Answers): { client: Client; calls: Call[] } {
  const calls: Call[] = []
  const procedure = (domain: string, name: string) => async (input: unknown, options?: { signal?: AbortSignal }) => {
    const path = `${domain}.${name}`
    const { inputSchema, outputSchema } = definitions[domain]?.[name]?.['~orpc'] ?? {}
    const checked = inputSchema ? inputSchema.parse(input) : input
    calls.push({ path, input: checked, signal: options?.signal })
    const answer = (answers as Untyped)[domain]?.[name]
    if (!answer) throw new Error(`The test has no answer for ${path}.`)
    const output = await answer(checked)
    return isStream(output) || !outputSchema ? output : outputSchema.parse(output)
  }
  const domains = Object.entries(definitions).map(([domain, procedures]) => [
    domain,
    Object.fromEntries(Object.keys(procedures).map((name) => [name, procedure(domain, name)])),
  ])
  return { client: Object.fromEntries(domains) as Client, calls }
}

const isStream = (output: unknown) => typeof output === 'object' && output !== null && Symbol.asyncIterator in output
