import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../api.ts'
import { refresh } from '../lists/useBulk.ts'
import { queries } from '../queries.ts'
import { useSession } from '../stores/session.ts'
import { AskFirst } from '../ui/AskFirst.tsx'
import { Section } from '../ui/Section.tsx'
import { sayDone, sayFailed } from '../ui/say.ts'
import { useTimes } from '../ui/useTimes.ts'
import { useAdminWords } from './words.ts'

/** Whether somebody can sign in, and what an administrator does about it. */
export function UserState({ user }: { user: Row<'user'> }) {
  const { t } = useAdminWords()
  const { time } = useTimes()
  const mine = useSession((session) => session.user?.platform_admin)
  const { busy, run } = useChange(user.id)
  const { id, active, confirmed_at, platform_admin } = user
  return (
    <>
      <Section title={t('user.state')}>
        <div>
          <Text>{active ? t('user.active') : t('user.inactive')}</Text>
          <Text>
            {confirmed_at ? t('user.confirmed', { time: time(confirmed_at, Date.now()) }) : t('user.unconfirmed')}
          </Text>
        </div>
        <Group>
          <Button
            variant="default"
            loading={busy}
            onClick={() => run(() => client.update('user', { id, active: !active }))}
          >
            {active ? t('user.deactivate') : t('user.activate')}
          </Button>
          {!confirmed_at && (
            <Button variant="default" loading={busy} onClick={() => run(() => post('user/confirm', { id }))}>
              {t('user.confirm')}
            </Button>
          )}
          <Button variant="default" loading={busy} onClick={() => run(() => post('user/unlock', { id }))}>
            {t('user.unlock')}
          </Button>
        </Group>
      </Section>
      {mine && (
        <Section title={t('user.platform')} text={t('user.platformText')}>
          <AskFirst
            key={String(platform_admin)}
            label={platform_admin ? t('user.endPlatform') : t('user.makePlatform')}
            run={() => run(() => post('user/role', { id, platform_admin: !platform_admin }))}
          />
        </Section>
      )}
    </>
  )
}

/** Does it, says how it went, and shows the user as they are then. */
function useChange(id: number) {
  const { t } = useTranslation()
  const { t: words } = useAdminWords()
  const [busy, setBusy] = useState(false)
  async function run(work: () => Promise<{ message?: string }>) {
    setBusy(true)
    try {
      const { message } = await guarded(work())
      sayDone(message ?? words('user.saved'))
    } catch (error) {
      sayFailed(error, t('form.unreachable'))
    }
    await Promise.all([queries.invalidateQueries({ queryKey: ['user', id] }), refresh('user')])
    setBusy(false)
  }
  return { busy, run }
}
