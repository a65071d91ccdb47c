import { Alert, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  baseOf,
  type Choice,
  checkBackend,
  choicesOf,
  chooseBackend,
  isDecided,
  useBackend,
} from '../../core/backend/backend.ts'
import { ownInstallation } from '../../core/installation.ts'
import { queries } from '../../core/queries.ts'
import { leave, useSession } from '../../core/session.ts'

const isOfChosen = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey.join() !== ownInstallation.queryKey.join()

/** The region to work with, where the installation knows of others. By default it is that of the visitor's country. */
export function BackendChoice({ wide = false }: { wide?: boolean }) {
  const { t } = useTranslation()
  const { base, failed } = useBackend()
  const guest = useSession(({ status }) => status === 'out')
  const { data } = useQuery(ownInstallation)
  const [busy, setBusy] = useState(false)
  const choices = data ? choicesOf(data.backendConfigs, t('signin.here'), location.origin) : []

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list is known
  useEffect(() => {
    if (!data || !guest) return
    const ofCountry = data.backend && choices.find((choice) => choice.base === baseOf(data.backend!.baseURL))
    if (!isDecided() && ofCountry) run(() => chooseBackend(ofCountry))
    else run(() => checkBackend(choices))
  }, [data, guest])

  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    const before = base
    await work()
    // What pages show is read again, from the other one; the list is this one's.
    if (useBackend.getState().base !== before) await queries.resetQueries({ predicate: isOfChosen })
    setBusy(false)
  }
  const choose = (choice: Choice) =>
    run(async () => {
      // A session belongs to the installation that has opened it.
      if (!guest) leave()
      await chooseBackend(choice)
    })

  if (choices.length < 2) return null
  return (
    <>
      {failed && (
        <Alert color="red">
          {t('signin.backendFailed', {
            name: failed,
            here: choices.find((choice) => choice.base === base)?.name ?? '',
          })}
        </Alert>
      )}
      <NativeSelect
        label={t('signin.backend')}
        {...(!guest && { description: t('signin.backendLeaves') })}
        {...(!wide && { maw: 320 })}
        disabled={busy}
        value={base}
        data={choices.map(({ name, base }) => ({ value: base, label: name }))}
        onChange={(event) => choose(choices.find((choice) => choice.base === event.currentTarget.value)!)}
      />
    </>
  )
}
