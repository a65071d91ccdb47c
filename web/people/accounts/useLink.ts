import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { post } from '../../core/api.ts'
import { type Refusal, refusalOf } from '../../kit/forms/useSending.ts'
import { keys } from '../keys.ts'

/** Checks the token in the address with the server, without using it up. An address without one is refused at once. */
export function useLink<T>(path: string): Link<T> {
  const { t } = useTranslation()
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error } = useQuery({
    queryKey: keys.mailedToken(path, token),
    queryFn: async () => ({ answer: (await post<T>(path, { token })).data }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const missing = { message: t('people:badLink.title'), code: 'token_invalid', field: undefined }
  return {
    token,
    data: data?.answer,
    good: data !== undefined,
    refusal: token === '' ? missing : error && refusalOf(error, t('form.unreachable')),
  }
}

export type Link<T> = { token: string; data: T | undefined; good: boolean; refusal: Refusal | null }
