import { type AppErrorCode, appErrorCodes } from '../../shared/domain/app-error.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import { isFrame } from './frames.ts'

/**
 * What a field of a log line may hold. A kind lets pass only values of our own making or of a shape that no name, note,
 * amount, address or secret has: what is written down is chosen, and nothing needs to be searched for.
 */
export type Kind<Value> = { holds(value: unknown): value is Value }

const kind = <Value>(holds: (value: unknown) => boolean): Kind<Value> => ({
  holds: (value): value is Value => holds(value),
})

const text = (shape: RegExp) => kind<string>((value) => typeof value === 'string' && shape.test(value))

/** One of some words of ours. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => {
  const known = new Set<unknown>(words)
  return kind((value) => known.has(value))
}

/** Several of some words of ours. */
export const someOf = <const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> => {
  const known = new Set<unknown>(words)
  return kind((value) => Array.isArray(value) && value.every((word) => known.has(word)))
}

export const orNull = <Value>({ holds }: Kind<Value>): Kind<Value | null> =>
  kind((value) => value === null || holds(value))

/** How many; milliseconds among them. */
export const count = kind<number>((value) => Number.isSafeInteger(value) && Number(value) >= 0)
/** Of an answer over HTTP. */
export const status = kind<number>((value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) < 600)
export const flag = kind<boolean>((value) => typeof value === 'boolean')
export const code: Kind<AppErrorCode> = oneOf(appErrorCodes)
export const resource: Kind<Resource> = oneOf(resources)
export const resourceList: Kind<readonly Resource[]> = someOf(resources)
/** A connection, by the digest that names it everywhere. */
export const connection = text(/^[0-9a-f]{32}$/)
export const version = text(/^v?\d+\.\d+(\.\d+){0,2}(-[a-z]+(\.\d+)?)?$/)
/** `households.list` */
export const procedure = text(/^[a-z][a-zA-Z]{1,40}\.[a-z][a-zA-Z]{1,40}$/)
/** The class of an error of Node's or a library's. */
export const errorName = text(/^[A-Z][A-Za-z]{0,40}(Error|Exception)$|^Error$|^unknown$/)
export const frames = kind<readonly string[]>((value) => Array.isArray(value) && value.every(isFrame))
