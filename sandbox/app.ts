import { fastifyMultipart } from '@fastify/multipart'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { authenticate, UnauthorizedError } from './auth/bearer.ts'
import type { Tokens } from './auth/tokens.ts'
import { ApiError } from './http/api-error.ts'
import { sendDownload } from './http/download.ts'
import type { SendError } from './http/error-answer.ts'
import type { Answer, Route } from './routes/route.ts'

export const API_ROOT = '/api/public/v1'
const JSON_BODY_MAX = 4 * 1024 * 1024

/** Creates an HTTPS server with the service's body parsers and error responses, but no routes. */
export function createApp(tls: { key: string; cert: string }, sendError: SendError): FastifyInstance {
  const app: FastifyInstance = fastify({
    https: { ...tls, minVersion: 'TLSv1.2' },
    bodyLimit: JSON_BODY_MAX,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    logger: false,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    // An empty body counts as absent; endpoints that require a body check that themselves.
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(new ApiError(400, 'invalid_json', 'The request body is not valid JSON.'))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)))
  })
  app.register(fastifyMultipart)
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) =>
    sendError(reply, apiErrorOf(error, request, reply)),
  )
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new ApiError(404, 'not_found', 'There is nothing here.')),
  )
  return app
}

/** Registers the API routes, which require a bearer token. */
export function registerApi(app: FastifyInstance, routes: readonly Route[], tokens: Tokens): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: API_ROOT + route.path.replace('{id}', ':id'),
      onRequest: async (request) => void authenticate(tokens, request.headers.authorization),
      handler: async (request, reply) => sendAnswer(request, reply, await route.handle(request)),
    })
  }
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  switch (answer.kind) {
    case 'json':
      return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.text)
    case 'download':
      return sendDownload(request, reply, answer.download)
    default:
      return reply.status(answer.status).send()
  }
}

function apiErrorOf(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply): ApiError {
  if (error instanceof UnauthorizedError) reply.header('www-authenticate', error.challenge)
  if (error instanceof ApiError) return error
  const status = error.statusCode ?? 500
  if (status < 500) return new ApiError(status, error.code.toLowerCase(), error.message)
  // Not known to happen. If it does, the error is printed for the developer. A client that disconnected is not an error.
  if (!request.raw.readableAborted) console.error(`${request.method} ${request.url}`, error)
  return new ApiError(500, 'internal_error', 'The service failed.')
}
