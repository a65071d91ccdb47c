/** What access tokens are for (RFC 8707): nothing else takes them. */
export const resourceOf = (public_url: string) => `${public_url}/mcp`

/** Without one there is no other that could be meant. */
export const isOurResource = (public_url: string, resource: string | undefined) =>
  resource === undefined || resource.replace(/\/$/, '') === resourceOf(public_url)

export const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/** The header that says to a program without a valid token where to get one (RFC 9728 §5.1). */
export function challenge(public_url: string, has_token: boolean): string {
  const error = has_token ? 'error="invalid_token", ' : ''
  return `Bearer ${error}resource_metadata="${public_url}${METADATA_PATH}", scope="read"`
}
