import { Button, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { WordsField } from '../../kit/forms/WordsField.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Step } from '../../kit/record/Step.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { keys } from '../keys.ts'

/** Addresses of colleagues, one in each line. A list that was refused is there to be changed. */
export function InviteColleagues({ round, approval }: { round: Row<'devfeedback'>; approval: boolean }) {
  const { t } = useTranslation()
  const { id } = round
  const { data: colleagues = [] } = useQuery(colleaguesOf(id))
  const refused = approval ? colleagues.flatMap(({ email, proposed }) => (proposed ? email : [])) : []
  const [changed, setText] = useState<string | null>(null)
  const text = changed ?? refused.join('\n')
  const emails = text.split(/[\s,;]+/).filter(Boolean)
  const invite = async () => {
    await takeStep('POST devfeedback/invite', { id, colleagues: emails.map((email) => ({ email })) })
    setText(null)
  }
  return (
    <Step
      title={t('cpd:feedback.invite')}
      text={[approval && t(`cpd:feedback.approvedBy.${approverOf(round)}`), t('cpd:feedback.inviteText')]
        .filter(Boolean)
        .join(' ')}
      button={t(approval ? 'cpd:feedback.propose' : 'cpd:feedback.send')}
      disabled={emails.length === 0}
      apart={false}
      take={invite}
      done={t(approval ? 'cpd:feedback.proposedNow' : 'cpd:feedback.sent')}
    >
      <WordsField
        label={t('cpd:feedback.addresses')}
        description={t('cpd:feedback.addressesHint')}
        maxRows={12}
        maw={560}
        spellCheck={false}
        value={text}
        change={setText}
        max={12_000}
      />
    </Step>
  )
}

/** The colleagues who were asked, without saying which of them have answered. */
export function Colleagues({ round: { id, open }, is_own }: { round: Row<'devfeedback'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { busy, run } = useAction()
  const { data: all } = useQuery(colleaguesOf(id))
  const colleagues = all?.filter(({ proposed }) => !proposed) ?? []
  if (colleagues.length === 0) return null
  return (
    <Section
      title={t(is_own ? 'cpd:feedback.colleagues' : 'cpd:feedback.colleaguesOf')}
      text={t('cpd:feedback.colleaguesText')}
      apart
    >
      <People people={colleagues} />
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

export const People = ({ people }: { people: { email: string; name: string }[] }) => (
  <ul>
    {people.map(({ email, name }) => (
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
)

/** Who approves the list, where it needs approval. */
export const approverOf = ({ colleagues_approved_by }: Row<'devfeedback'>) =>
  colleagues_approved_by === 'supervisor' ? 'supervisor' : 'officer'

export const colleaguesOf = (id: number) =>
  queryOptions({
    queryKey: keys.colleagues(id),
    queryFn: async () => (await guarded(client.act('GET devfeedback/colleagues', { id }))).data,
    staleTime: 0,
  })
