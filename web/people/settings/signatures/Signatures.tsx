import { Alert, Badge, Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type SubmitEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../../core/api.ts'
import { queries } from '../../../core/queries.ts'
import { queryKeys } from '../../../core/queryKeys.ts'
import type { User } from '../../../core/types.ts'
import { ConfirmButton } from '../../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../../kit/actions/useAction.ts'
import { doneOf } from '../../../kit/forms/labels.ts'
import { RefusalAlert } from '../../../kit/forms/RefusalAlert.tsx'
import type { Signature } from '../../../kit/forms/signature/strokes.ts'
import { useSending } from '../../../kit/forms/useSending.ts'
import { PageLoader } from '../../../kit/page/PageLoader.tsx'
import { Section } from '../../../kit/page/Section.tsx'
import { showSuccess } from '../../../kit/ui/showToast.ts'
import classes from './Signatures.module.css'

const SignatureField = lazy(() => import('../../../kit/forms/signature/SignatureField.tsx'))
const key = queryKeys.rows('signature')
const refresh = () => queries.invalidateQueries({ queryKey: key })

/** The person's signatures: one is the default, each is replaced but never changed. */
export function Signatures({ user, organisation_id }: { user: User; organisation_id: number | null }) {
  const { t } = useTranslation()
  const acting = user.impersonator_user_id !== null
  const { data, isError } = useQuery({
    queryKey: key,
    queryFn: async () => (await guarded(client.list('signature', { limit: 100 }))).data,
    enabled: !acting,
    staleTime: 0,
  })
  if (acting) return <Alert>{t('people:acting')}</Alert>
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (!data) return <PageLoader />
  return (
    <>
      <Section title={t('people:signatures.title')} text={t('people:signatures.text')}>
        {data.length === 0 && <Text>{t('people:signatures.none')}</Text>}
        {data.length > 0 && (
          <ul className={classes.signatures}>
            {data.map((signature) => (
              <OneSignature key={signature.id} signature={signature} />
            ))}
          </ul>
        )}
      </Section>
      {organisation_id !== null && (
        <Section title={t('people:signatures.new')}>
          <NewSignature key={data.length} name={user.display_name} organisation_id={organisation_id} />
        </Section>
      )}
    </>
  )
}

function OneSignature({ signature }: { signature: Row<'signature'> }) {
  const { t } = useTranslation()
  const { id, name, png, typed, is_default } = signature
  const { run: act } = useAction({ after: refresh })
  return (
    <li>
      <div className={classes.paper}>
        {png ? (
          <img src={`data:image/png;base64,${png}`} alt={t('people:signatures.picture', { name })} />
        ) : (
          <i>{typed ?? name}</i>
        )}
      </div>
      <div className={classes.about}>
        <b>{name}</b>
        {is_default ? (
          <div>
            <Badge variant="light">{t('people:signatures.isDefault')}</Badge>
          </div>
        ) : (
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() => act(() => post('signature/default', { id }), t('people:signatures.chosen'))}
            >
              {t('people:signatures.makeDefault')}
            </Button>
          </div>
        )}
        <ConfirmButton
          label={t('people:signatures.remove', { name })}
          run={() => act(() => client.remove('signature', id), doneOf(t, 'signature', 'removed'))}
          dangerous
        />
      </div>
    </li>
  )
}

function NewSignature({ name: initial, organisation_id }: { name: string; organisation_id: number }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [name, setName] = useState(initial.slice(0, 100))
  const [signature, setSignature] = useState<Signature | null>(null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await send(async () => {
      await guarded(client.create('signature', { organisation_id, name, ...signature! }))
      showSuccess(t('people:signatures.made'))
      await refresh()
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {refusal?.field !== 'name' && <RefusalAlert refusal={refusal} />}
      <TextInput
        name="name"
        label={t('people:signatures.name')}
        value={name}
        maxLength={100}
        error={refusal?.field === 'name' && refusal.message}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Suspense fallback={<Skeleton height={160} />}>
        <SignatureField
          name="signature"
          label={t('people:signatures.signature')}
          description={undefined}
          error={undefined}
          withAsterisk={false}
          value={signature}
          onChange={setSignature}
        />
      </Suspense>
      <div>
        <Button type="submit" loading={busy} disabled={signature === null || name.trim() === ''}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}
