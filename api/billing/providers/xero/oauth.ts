import * as oauth from 'openid-client'
import type { XeroSettings } from '../../../http/provider_settings.ts'
import { ProviderError } from '../errors.ts'

/**
 * Begins an authorisation: OAuth 2 with state and PKCE (RFC 6749, RFC 7636).
 *
 * @returns the address for the browser, and what the answer is checked with
 */
export async function beginAuthorization(settings: XeroSettings, redirect_uri: string): Promise<Begun> {
  const [state, code_verifier] = [oauth.randomState(), oauth.randomPKCECodeVerifier()]
  const url = oauth.buildAuthorizationUrl(configurationOf(settings), {
    redirect_uri,
    scope: settings.scopes,
    state,
    code_challenge_method: 'S256',
    code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
  })
  return { url: url.href, state, code_verifier }
}

/** @throws {ProviderError} */
export async function exchangeCode(settings: XeroSettings, { redirect_uri, code, state, code_verifier }: Exchange) {
  const back = new URL(redirect_uri)
  back.searchParams.set('code', code)
  back.searchParams.set('state', state)
  const checks = { expectedState: state, pkceCodeVerifier: code_verifier }
  return tokensOf(await oauth.authorizationCodeGrant(configurationOf(settings), back, checks).catch(rethrow))
}

/**
 * Exchanges a refresh token, which Xero rotates. Where the answer is lost, the same token works for 30 minutes more.
 *
 * @throws {ProviderError} `disconnected` when it has ended
 */
export async function refreshTokens(settings: XeroSettings, refresh_token: string): Promise<Tokens> {
  return tokensOf(await oauth.refreshTokenGrant(configurationOf(settings), refresh_token).catch(rethrow))
}

/** @throws {ProviderError} */
export async function revokeTokens(settings: XeroSettings, refresh_token: string): Promise<void> {
  await oauth.tokenRevocation(configurationOf(settings), refresh_token).catch(rethrow)
}

function configurationOf(settings: XeroSettings): oauth.Configuration {
  const configuration = new oauth.Configuration(
    {
      issuer: settings.identity_url,
      authorization_endpoint: `${settings.login_url}/identity/connect/authorize`,
      token_endpoint: `${settings.identity_url}/connect/token`,
      revocation_endpoint: `${settings.identity_url}/connect/revocation`,
    },
    settings.client_id,
    undefined,
    oauth.ClientSecretBasic(settings.client_secret),
  )
  configuration.timeout = settings.timeout_s
  // For tests against a local server; readConfig accepts http for this machine only.
  if (settings.identity_url.startsWith('http:')) oauth.allowInsecureRequests(configuration)
  return configuration
}

function tokensOf(answer: oauth.TokenEndpointResponse): Tokens {
  if (!answer.refresh_token)
    throw new ProviderError('refused', 'Xero gave no refresh token: the app needs offline_access.')
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token,
    expires_in_s: answer.expires_in ?? 1800,
    scopes: answer.scope ?? '',
  }
}

/** RFC 6749 §5.2: invalid_grant is a token or code that has ended; every other failure may pass. */
function rethrow(error: unknown): never {
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_grant') throw new ProviderError('disconnected', 'The connection to Xero has ended.')
    if (error.status >= 400 && error.status < 500) {
      throw new ProviderError('refused', `Xero refused: ${error.error_description ?? error.error}.`)
    }
  }
  throw new ProviderError('away', 'Xero does not answer.')
}

export type Tokens = { access_token: string; refresh_token: string; expires_in_s: number; scopes: string }
type Begun = { url: string; state: string; code_verifier: string }
type Exchange = { redirect_uri: string; code: string; state: string; code_verifier: string }
