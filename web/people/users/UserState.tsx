import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useSession } from '../../core/session.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'

/** Whether a user can sign in, and actions that change it. */
export function UserState({ user }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const mine = useSession((session) => session.user?.platform_admin)
  const { busy, run } = useChange(user.id)
  const { id, active, confirmed_at, platform_admin, developer, created_at, created_ip, created_address } = user
  const place = [created_address, created_ip].filter(Boolean).join(', ')
  return (
    <>
      <Section title={t('people:user.state')}>
        <div>
          <Text>{active ? t('people:user.active') : t('people:user.inactive')}</Text>
          <Text>
            {confirmed_at ? t('people:user.confirmed', { time: moment(confirmed_at) }) : t('people:user.unconfirmed')}
          </Text>
          {place && (
            <Text size="sm" c="dimmed">
              {t('people:user.registered', { time: moment(created_at), place })}
            </Text>
          )}
        </div>
        <Group>
          <Button
            variant="default"
            loading={busy}
            onClick={() => run(() => client.update('user', { id, active: !active }))}
          >
            {active ? t('people:user.deactivate') : t('people:user.activate')}
          </Button>
          {!confirmed_at && (
            <Button variant="default" loading={busy} onClick={() => run(() => post('user/confirm', { id }))}>
              {t('people:user.confirm')}
            </Button>
          )}
          <Button variant="default" loading={busy} onClick={() => run(() => post('user/unlock', { id }))}>
            {t('people:user.unlock')}
          </Button>
        </Group>
      </Section>
      {mine && (
        <>
          <Section title={t('people:user.platform')} text={t('people:user.platformText')}>
            <ConfirmButton
              key={String(platform_admin)}
              label={platform_admin ? t('people:user.endPlatform') : t('people:user.makePlatform')}
              run={() => run(() => post('user/role', { id, platform_admin: !platform_admin }))}
            />
          </Section>
          <Section title={t('people:user.developer')} text={t('people:user.developerText')}>
            <div>
              <Button
                variant="default"
                loading={busy}
                onClick={() => run(() => post('user/role', { id, developer: !developer }))}
              >
                {developer ? t('people:user.endDeveloper') : t('people:user.makeDeveloper')}
              </Button>
            </div>
          </Section>
        </>
      )}
    </>
  )
}

/** Runs an action, shows a toast and reloads the user. */
function useChange(id: number) {
  const { t } = useTranslation()
  const shown = () => queries.invalidateQueries({ queryKey: queryKeys.record('user', id) })
  const { busy, run } = useAction({ changes: ['user'], after: shown })
  return {
    busy,
    run: (work: () => Promise<{ message?: string }>) =>
      run(work, ({ message }) => message ?? doneOf(t, 'user', 'saved')),
  }
}
