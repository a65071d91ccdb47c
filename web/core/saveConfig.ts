import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import type { UserConfig } from './types.ts'
import { configOf } from './usePreferences.ts'

/**
 * Saves some of a person's settings in an organisation; all that shows them shows the new ones at once.
 *
 * @returns what the server says of it: that it is done, and which addresses have refused mails before
 */
export async function saveConfig(
  queries: QueryClient,
  user_id: number,
  body: Partial<UserConfig> & { organisation_id: number },
): Promise<string | undefined> {
  const { data, message } = await api.saveUserConfig(body)
  queries.setQueryData(configOf(body.organisation_id, user_id).queryKey, data)
  return message
}
