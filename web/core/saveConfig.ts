import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import type { UserConfig } from './types.ts'
import { configOf } from './usePreferences.ts'

/**
 * Saves part of a user's preferences in an organisation and updates the cached session.
 *
 * @returns the server's message, which names addresses that refused mails before
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
