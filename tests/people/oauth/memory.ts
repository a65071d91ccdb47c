import type { OAuthClientProvider, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'

/** Where browsers are sent back to. */
export const BACK = 'https://assistant.example.com/back'

/** What the official client keeps of one server, and where it sends the browser. */
export class Memory implements OAuthClientProvider {
  readonly redirectUrl = BACK
  readonly clientMetadata = { client_name: 'Official', redirect_uris: [BACK], token_endpoint_auth_method: 'none' }
  readonly clientMetadataUrl?: string
  information: StoredOAuthClientInformation | undefined
  kept: StoredOAuthTokens | undefined
  sent: URL | undefined
  #verifier = ''
  #discovery: never | undefined

  constructor(information?: StoredOAuthClientInformation, clientMetadataUrl?: string) {
    this.information = information
    if (clientMetadataUrl) this.clientMetadataUrl = clientMetadataUrl
  }
  state = () => 'a-state'
  clientInformation = () => this.information
  saveClientInformation(information: StoredOAuthClientInformation) {
    this.information = information
  }
  tokens = () => this.kept
  saveTokens(tokens: StoredOAuthTokens) {
    this.kept = tokens
  }
  redirectToAuthorization(url: URL) {
    this.sent = url
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
  discoveryState = () => this.#discovery
  saveDiscoveryState(state: unknown) {
    this.#discovery = state as never
  }
}
