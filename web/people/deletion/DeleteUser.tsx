import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { doneOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Consequences, type PhonesOfDeleted } from './Consequences.tsx'

/** Deletes the account of another, after saying what it concerns. */
export function DeleteUser({ user }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t('form.remove')} text={t('people:user.removeText')}>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('form.remove')}
        </Button>
      </div>
      {asking && <DeleteDialog user={user} close={() => setAsking(false)} />}
    </Section>
  )
}

function DeleteDialog({ user, close }: { user: Row<'user'>; close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [phones, setPhones] = useState<PhonesOfDeleted>('erase')
  const run = async () => {
    await guarded(client.call('DELETE', 'user', { id: user.id, phones }))
    showSuccess(doneOf(t, 'user', 'removed'))
    await Promise.all([refresh('user'), refresh('membership')])
    navigate(paths.users())
  }
  return (
    <ActionDialog
      title={t('people:user.removeTitle', { name: user.display_name })}
      text={t('people:user.removeDialog')}
      submit={t('form.remove')}
      dangerous
      run={run}
      close={close}
    >
      <Consequences user_id={user.id} phones={phones} setPhones={setPhones} />
    </ActionDialog>
  )
}
