import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linksTo } from '#messages/links.ts'
import type { ApiContext } from '../../context.ts'
import { checkAttempts, takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'
import { addForms } from '../../http/forms.ts'
import { rates } from '../../http/limits/rates.ts'
import { registerClient, registers } from './clients.ts'
import { exchangeCode, type Outcome, type Parameters, refreshGrant, revokeGrant } from './grants.ts'
import { METADATA_PATH, resourceOf } from './resource.ts'

const MOST_BYTES = 16 * 1024
const schema = { hide: true }

/**
 * Adds what programs need to be let in to `/mcp`, as the authorization of the Model Context Protocol asks for: metadata
 * (RFC 9728, RFC 8414), tokens by code and PKCE, revocation (RFC 7009) and, where it is switched on, registration. People
 * decide on the consent page of the web client.
 */
export async function addOAuth(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (instance) => {
    await instance.register(rateLimit, rates(context.config.http_rate))
    addMetadata(instance, context)
    if (registers(context.config)) addRegistration(instance, context)
  })
  await app.register(async (instance) => {
    await instance.register(rateLimit, rates(context.config.http_rate))
    instance.removeAllContentTypeParsers()
    addForms(instance)
    addTokens(instance, context)
  })
}

function addMetadata(app: FastifyInstance, { config }: ApiContext): void {
  const { public_url } = config
  const ofResource = {
    resource: resourceOf(public_url),
    authorization_servers: [public_url],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Ringfence',
  }
  const ofServer = {
    issuer: public_url,
    authorization_endpoint: linksTo(public_url).consent(),
    token_endpoint: `${public_url}/oauth/token`,
    revocation_endpoint: `${public_url}/oauth/revoke`,
    ...(registers(config) && { registration_endpoint: `${public_url}/oauth/register` }),
    scopes_supported: ['read'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: config.oauth_clients !== 'entered',
    authorization_response_iss_parameter_supported: true,
  }
  for (const url of ['/.well-known/oauth-protected-resource', METADATA_PATH]) {
    app.get(url, { schema }, async () => ofResource)
  }
  app.get('/.well-known/oauth-authorization-server', { schema }, async () => ofServer)
}

function addTokens(app: FastifyInstance, context: ApiContext): void {
  const { db } = context
  app.post('/oauth/token', { schema, bodyLimit: MOST_BYTES }, (request, reply) =>
    answering(reply, async () => {
      const given = parametersOf(request)
      await checkAttempts(db, 'oauth_address', request.ip)
      const outcome = await outcomeOf(context, request, given)
      if ('tokens' in outcome) return reply.header('pragma', 'no-cache').send(outcome.tokens)
      await takeAttempt(db, 'oauth_address', request.ip)
      return reply.code(400).send(outcome)
    }),
  )
  app.post('/oauth/revoke', { schema, bodyLimit: MOST_BYTES }, (request, reply) =>
    answering(reply, async () => {
      await revokeGrant(context, request.ip, parametersOf(request))
      return reply.code(200).send()
    }),
  )
}

function outcomeOf(context: ApiContext, { ip }: FastifyRequest, given: Parameters): Promise<Outcome> | Outcome {
  if (!given.client_id) return { error: 'invalid_client', error_description: 'client_id: is missing.' }
  if (given.grant_type === 'authorization_code') return exchangeCode(context, ip, given)
  if (given.grant_type === 'refresh_token') return refreshGrant(context, ip, given)
  return {
    error: 'unsupported_grant_type',
    error_description: 'grant_type: must be authorization_code or refresh_token.',
  }
}

function addRegistration(app: FastifyInstance, context: ApiContext): void {
  app.post('/oauth/register', { schema, bodyLimit: MOST_BYTES }, (request, reply) =>
    answering(reply, async () => {
      await takeAttempt(context.db, 'oauth_register_address', request.ip)
      const { client_id, name, redirect_uris } = await registerClient(context, request.body).catch((error) => {
        if (!(error instanceof AppError) || error.status !== 400) throw error
        const is_redirect = error.field === 'redirect_uris'
        const code = is_redirect ? 'invalid_redirect_uri' : 'invalid_client_metadata'
        throw Object.assign(error, { oauth: code })
      })
      return reply
        .code(201)
        .send({
          client_id,
          client_id_issued_at: Math.floor(Date.now() / 1000),
          client_name: name,
          redirect_uris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
          scope: 'read',
        })
    }),
  )
}

/** A missing or other body has no parameters. */
const parametersOf = ({ body }: FastifyRequest): Parameters => (body ?? {}) as Parameters

/** Errors in the shape of RFC 6749 §5.2, which clients of OAuth read. */
async function answering(reply: FastifyReply, run: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    if (error.retry_after_s) reply.header('retry-after', Math.ceil(error.retry_after_s))
    const { oauth = 'invalid_request' } = error as AppError & { oauth?: string }
    // Only statuses that HTTP knows.
    const status = error.code === 'too_many_requests' ? 429 : 400
    return reply.code(status).send({ error: oauth, error_description: error.message })
  }
}
