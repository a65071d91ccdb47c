import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#api/client.ts'
import { inWords } from '../../core/api.ts'

/** Sends something once at a time, and keeps what the server said against it. */
export function useSending() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  /** @returns whether it went well */
  async function send(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      setRefusal(refusalOf(error, t('form.unreachable')))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, send, setRefusal }
}

export function refusalOf(error: unknown, unreachable: string): Refusal {
  if (!(error instanceof ApiError)) return { message: unreachable, code: 'unreachable', field: undefined }
  return { message: inWords(error), code: error.code, field: error.field }
}

export type Refusal = { message: string; code: string; field: string | undefined }
