import { Button, NativeSelect, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'
import { SupervisorSelect } from '../kit/SupervisorSelect.tsx'
import { RecordFields, type Records } from './RecordFields.tsx'

const hows = ['supervisor', 'link'] as const

/** Asks for an assessment of what one has done: a supervisor in the app, or an assessor by a mail with a link. */
export function NewAssessmentPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: epas } = useQuery({
    queryKey: keys.epas(organisation_id),
    queryFn: async () => (await guarded(client.list('cpdepa', { organisation_id, active: true, limit: 1000 }))).data,
  })
  if (!epas) return <PageLoader />
  return (
    <Page title={t('cpd:epas.ask')}>
      {epas.length === 0 ? (
        <Text c="dimmed">{t('cpd:epas.empty')}</Text>
      ) : (
        <Form
          organisation_id={organisation_id}
          choices={epas.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
        />
      )}
    </Page>
  )
}

function Form({ organisation_id, choices }: FormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [epa, setEpa] = useState(choices[0]!.value)
  const [observed_on, setDay] = useState('')
  const [how, setHow] = useState<(typeof hows)[number]>('supervisor')
  const [assessor, setAssessor] = useState<number | null>(null)
  const [email, setEmail] = useState('')
  const [request, setRequest] = useState('')
  const [records, setRecords] = useState<Records>({ devactivity_id: null, procedure_id: null })
  const { ids, uploading, field } = useEvidence(organisation_id)
  const { busy, refusal, send } = useSending()
  const asked = how === 'supervisor' ? assessor !== null : email.trim() !== ''
  const errorOf = (name: string) => (refusal?.field === name ? refusal.message : undefined)
  const ask = () =>
    send(async () => {
      const by = how === 'supervisor' ? { assessor_user_id: assessor! } : { assessor_email: email.trim() }
      const body = { cpd_epa_id: Number(epa), observed_on, request, evidence: ids, ...records, ...by }
      const { data } = await guarded(client.create('cpdassessment', body))
      await refresh('cpdassessment')
      showSuccess(t('cpd:epas.asked'))
      navigate(paths.assessmentOf({ id: data.id }), { replace: true })
    })
  return (
    <Stack gap="md" maw={560}>
      {!errorOf('observed_on') && !errorOf('assessor_email') && <RefusalAlert refusal={refusal} />}
      <NativeSelect
        label={t('cpd:epas.one')}
        data={choices}
        value={epa}
        onChange={({ currentTarget }) => setEpa(currentTarget.value)}
      />
      <DateInput
        label={t('cpd:fields.cpdassessment.observed_on')}
        value={observed_on}
        onChange={setDay}
        error={errorOf('observed_on')}
        required
        maw={240}
      />
      <SegmentedControl
        aria-label={t('cpd:epas.how')}
        data={hows.map((value) => ({ value, label: t(`cpd:epas.hows.${value}`) }))}
        value={how}
        onChange={(value) => setHow(value as (typeof hows)[number])}
      />
      {how === 'supervisor' ? (
        <SupervisorSelect organisation_id={organisation_id} value={assessor} known={null} onChange={setAssessor} />
      ) : (
        <TextInput
          label={t('cpd:epas.email')}
          description={t('cpd:epas.emailHint')}
          type="email"
          maxLength={254}
          value={email}
          error={errorOf('assessor_email')}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      )}
      <Request value={request} change={setRequest} />
      <RecordFields
        organisation_id={organisation_id}
        {...records}
        change={(more) => setRecords({ ...records, ...more })}
      />
      {field}
      <div>
        <Button loading={busy} disabled={!asked || observed_on === '' || uploading} onClick={ask}>
          {t('cpd:relationships.ask')}
        </Button>{' '}
        <CancelLink to={paths.assessments()} />
      </div>
    </Stack>
  )
}

function Request({ value, change }: { value: string; change: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('cpd:fields.cpdassessment.request')}
      autosize
      minRows={3}
      maxLength={5000}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

type FormProps = { organisation_id: number; choices: { value: string; label: string }[] }
