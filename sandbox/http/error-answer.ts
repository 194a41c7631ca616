import type { FastifyReply } from 'fastify'
import type { FieldProblem } from './api-error.ts'

/**
 * How a service words its errors: `nested` is `{error: {code, message, fields}}`, `coded` is `{code, message, details}`, `plain`
 * is text, `html` a page, and `empty` has no body.
 */
export const ERROR_STYLES = ['nested', 'coded', 'plain', 'html', 'empty'] as const
export type ErrorStyle = (typeof ERROR_STYLES)[number]

export interface ErrorParts {
  status: number
  code: string
  message: string
  fields?: readonly FieldProblem[]
}

export type SendError = (reply: FastifyReply, error: ErrorParts) => FastifyReply

/** Media types of error answers; undefined for a style without a body. */
export const ERROR_MEDIA_TYPES: Record<ErrorStyle, string | undefined> = {
  nested: 'application/json',
  coded: 'application/json',
  plain: 'text/plain',
  html: 'text/html',
  empty: undefined,
}

/** Returns the only function that answers with an error of the API. */
export function createErrorAnswers(style: ErrorStyle): SendError {
  const mediaType = ERROR_MEDIA_TYPES[style]
  return (reply, error) => {
    reply.status(error.status)
    if (mediaType === undefined) return reply.send()
    return reply.type(`${mediaType}; charset=utf-8`).send(errorBody(style, error))
  }
}

function errorBody(style: ErrorStyle, { status, code, message, fields = [] }: ErrorParts): string {
  const lines = [message, ...fields.map((each) => `${each.field}: ${each.message}`)]
  switch (style) {
    case 'coded':
      return JSON.stringify({ code, message, details: fields })
    case 'plain':
      return lines.join('\n')
    case 'html':
      return `<!doctype html><html><head><title>Error ${status}</title></head><body>${lines.map(paragraph).join('')}</body></html>`
    default:
      return JSON.stringify({ error: fields.length > 0 ? { code, message, fields } : { code, message } })
  }
}

function paragraph(text: string): string {
  return `<p>${text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</p>`
}
