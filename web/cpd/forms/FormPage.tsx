import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import type { Signature } from '../../kit/forms/signature/strokes.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Decision } from '../kit/Decision.tsx'
import { EvidenceLink } from '../kit/EvidenceList.tsx'
import { Returned } from '../kit/Returned.tsx'
import { stateColour } from '../kit/states.ts'
import { type FormField, isShown } from './answers.ts'

/** The form of `?id=` with its answers; the other side agrees to it or returns it. */
export function FormPage() {
  const { t } = useTranslation()
  const record = useRecord('devform')
  return (
    <Loaded query={record} title={t('cpd:forms.title')} missing={t('cpd:forms.missing')}>
      {(form) => <Shown key={form.id} form={form} />}
    </Loaded>
  )
}

function Shown({ form }: { form: Row<'devform'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const is_mine = useSession(({ user }) => user?.id === form.filled_by_user_id)
  const { id, template, state, note, fields, answers, may_agree } = form
  const textOf = ({ kind, name }: FormField) => {
    const answer = answers[name]
    if (answer === undefined || answer === null) return null
    if (kind === 'date') return day(String(answer))
    if (kind === 'signature')
      return (
        <img src={`data:image/png;base64,${(answer as Signature).png}`} alt={t('cpd:plan.signature')} height={64} />
      )
    if (kind === 'procedure') return <Link to={paths.procedure({ id: Number(answer) })}>{t('cpd:forms.toCase')}</Link>
    if (kind === 'file')
      return (
        <EvidenceLink entity="devform" entity_id={id} file_id={Number(answer)} is_own={is_mine}>
          {t('cpd:forms.toFile')}
        </EvidenceLink>
      )
    return Array.isArray(answer) ? answer.join(', ') : <LinkedText text={String(answer)} plain />
  }
  return (
    <Page
      title={template}
      actions={
        is_mine &&
        (state === 'draft' || state === 'returned') && (
          <Button component={Link} to={paths.formEdit({ id })}>
            {t('cpd:activities.change')}
          </Button>
        )
      }
    >
      <Badge variant="light" color={stateColour(state)} mb="md">
        {choiceOf(t, state)}
      </Badge>
      <Returned state={state} note={note} />
      <Facts
        facts={[
          [t('cpd:fields.devform.person'), form.person],
          [t('cpd:fields.devform.filled_by'), form.filled_by ?? t('cpd:forms.anonymous')],
          ...fields
            .filter((field) => isShown(field, fields, answers))
            .map((field) => [field.label, textOf(field)] as const),
        ]}
      />
      {may_agree && state === 'submitted' && (
        <Decision
          accept={t('cpd:plan.agree')}
          text={t('cpd:forms.agreeText')}
          decide={async (agreed, text) => {
            await (agreed ? takeStep('POST devform/agree', { id }) : takeStep('POST devform/return', { id, text }))
            showSuccess(t(agreed ? 'cpd:forms.agreed' : 'cpd:forms.returned'))
          }}
        />
      )}
    </Page>
  )
}
