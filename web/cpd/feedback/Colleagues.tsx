import { Button, Group, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'

/** Addresses of colleagues, one in each line. */
export function InviteColleagues({ id }: { id: number }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { busy, refusal, send } = useSending()
  const emails = text.split(/[\s,;]+/).filter(Boolean)
  const invite = () =>
    send(async () => {
      await takeStep('POST devfeedback/invite', { id, colleagues: emails.map((email) => ({ email })) })
      setText('')
      showSuccess(t('cpd:feedback.sent'))
    })
  return (
    <Section title={t('cpd:feedback.invite')} text={t('cpd:feedback.inviteText')}>
      <RefusalAlert refusal={refusal} />
      <Textarea
        label={t('cpd:feedback.addresses')}
        description={t('cpd:feedback.addressesHint')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={12_000}
        maw={560}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div>
        <Button loading={busy} disabled={emails.length === 0} onClick={invite}>
          {t('cpd:feedback.send')}
        </Button>
      </div>
    </Section>
  )
}

/** The colleagues who were asked, without saying which of them have answered. */
export function Colleagues({ round: { id, open }, is_own }: { round: Row<'devfeedback'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { busy, run } = useAction()
  const { data: colleagues } = useQuery({
    queryKey: keys.colleagues(id),
    queryFn: async () => (await guarded(client.act('GET devfeedback/colleagues', { id }))).data,
    staleTime: 0,
  })
  if (!colleagues) return null
  return (
    <Section
      title={t(is_own ? 'cpd:feedback.colleagues' : 'cpd:feedback.colleaguesOf')}
      text={t('cpd:feedback.colleaguesText')}
      apart
    >
      <ul>
        {colleagues.map(({ email, name }) => (
          <li key={email}>
            {name || email}
            {name && (
              <Text span c="dimmed">
                {' '}
                {email}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <>
          <Text size="sm" c="dimmed">
            {t('cpd:feedback.remindText')}
          </Text>
          <Group gap="sm">
            <Button
              variant="default"
              loading={busy}
              onClick={() => run(() => takeStep('POST devfeedback/remind', { id }), t('cpd:feedback.reminded'))}
            >
              {t('cpd:feedback.remind')}
            </Button>
            <ConfirmButton
              label={t('cpd:feedback.close')}
              run={() => run(() => takeStep('POST devfeedback/close', { id }), t('cpd:feedback.closedNow'))}
            />
          </Group>
        </>
      )}
    </Section>
  )
}
