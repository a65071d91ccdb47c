import schema from 'virtual:resource/userrelationship'
import { Badge, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, doneOf, labelOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord, useRecordActions } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { stateColour } from '../kit/states.ts'

/** The relationship of `?id=`: accepted or declined by the side that was asked, ended by either. */
export function RelationshipPage() {
  const { t } = useTranslation()
  const record = useRecord('userrelationship')
  return (
    <Loaded query={record} title={t('cpd:relationships.title')} missing={t('cpd:relationships.missing')}>
      {(row) => <Shown key={row.modified_at} row={row} />}
    </Loaded>
  )
}

function Shown({ row }: { row: Row<'userrelationship'> }) {
  const { t } = useTranslation()
  const is_trainee = useSession(({ user }) => user?.id === row.user_id)
  const { remove } = useRecordActions('userrelationship', { page: paths.relationship, list: paths.relationships })
  const { day } = useTimes()
  const { id, person, other, kind, state, to_accept, rotation, begins, ends } = row
  const current = state === 'requested' || state === 'accepted'
  const { run } = useAction()
  const step = (to: 'accepted' | 'declined' | 'ended') =>
    run(() => updateRecord('userrelationship', row, { state: to }), doneOf(t, 'userrelationship', 'saved'))
  return (
    <Page title={`${person} – ${other}`}>
      <Badge variant="light" color={stateColour(state)} mb="md">
        {choiceOf(t, state)}
      </Badge>
      <Facts
        facts={[
          [labelOf(t, 'userrelationship', 'person'), person],
          [labelOf(t, 'userrelationship', 'other'), other],
          [labelOf(t, 'userrelationship', 'kind'), choiceOf(t, kind)],
          [labelOf(t, 'userrelationship', 'rotation'), rotation && `${rotation}, ${day(begins!)} – ${day(ends!)}`],
        ]}
      />
      {to_accept && (
        <Section title={t('cpd:relationships.toAccept')} text={t('cpd:relationships.acceptText')} apart>
          <Group gap="sm">
            <Button onClick={() => step('accepted')}>{t('cpd:relationships.accept')}</Button>
            <Button variant="default" onClick={() => step('declined')}>
              {t('cpd:relationships.decline')}
            </Button>
          </Group>
        </Section>
      )}
      {current && (
        <Section title={t('cpd:relationships.change')} apart>
          <ResourceForm
            resource="userrelationship"
            body={schema.update!}
            row={row}
            fields={[
              'assessment_level',
              ...(rotation ? [] : (['begins', 'ends'] as const)),
              ...(is_trainee ? (['may_read_private'] as const) : []),
            ]}
            save={async (body: UpdateBody<'userrelationship'>) => {
              await updateRecord('userrelationship', row, body)
              showSuccess(doneOf(t, 'userrelationship', 'saved'))
            }}
          />
        </Section>
      )}
      <Section apart>
        {state === 'accepted' ? (
          <ConfirmButton label={t('cpd:relationships.end')} run={() => step('ended')} dangerous />
        ) : (
          state !== 'ended' && <ConfirmButton label={t('form.remove')} run={() => remove(id)} dangerous />
        )}
      </Section>
    </Page>
  )
}
