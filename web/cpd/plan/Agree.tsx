import { Button, Group, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import type { Signature } from '../../kit/forms/signature/strokes.ts'
import { useSending } from '../../kit/forms/useSending.ts'
import { WordsField } from '../../kit/forms/WordsField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

const SignatureField = lazy(() => import('../../kit/forms/signature/SignatureField.tsx'))

/** A supervisor signs a submitted plan or returns it, and at the end of its cycle reviews the agreed one. */
export function Agree({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { busy, refusal, send } = useSending()
  const [signature, setSignature] = useState<Signature | null>(null)
  const [text, setText] = useState('')
  const { id, state } = plan
  const step = state === 'submitted' ? 'agree' : 'review'
  const sign = () =>
    send(async () => {
      const body = { id, ...(signature && { signature }) }
      await takeStep(`POST devplan/${step}`, body)
      showSuccess(t(`cpd:plan.${step}Done`))
    })
  const giveBack = () =>
    send(async () => {
      await guarded(client.act('POST devplan/return', { id, text }))
      await refresh('devplan')
      showSuccess(t('cpd:plan.returnDone'))
      // It is the person's draft again, which supervisors do not see.
      navigate(paths.plans())
    })
  return (
    <>
      <Section title={t(`cpd:plan.${step}`)} text={t(`cpd:plan.${step}Text`)} apart>
        <RefusalAlert refusal={refusal} />
        <Suspense fallback={<Skeleton height={160} />}>
          <SignatureField
            name="signature"
            label={t('cpd:plan.signature')}
            description={undefined}
            error={undefined}
            withAsterisk={false}
            value={signature}
            onChange={setSignature}
          />
        </Suspense>
        <div>
          <Button loading={busy} disabled={!signature} onClick={sign}>
            {t(`cpd:plan.${step}`)}
          </Button>
        </div>
      </Section>
      {step === 'agree' && (
        <Section title={t('cpd:plan.return')}>
          <WordsField label={t('cpd:plan.returnText')} value={text} change={setText} minRows={2} max={10_000} />
          <Group>
            <Button variant="default" disabled={busy || !text.trim()} onClick={giveBack}>
              {t('cpd:plan.return')}
            </Button>
          </Group>
        </Section>
      )}
    </>
  )
}
