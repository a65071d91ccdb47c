import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '../actions/ConfirmButton.tsx'
import { Section } from '../page/Section.tsx'

/** At the end of a row's page: deletes the row. `text` says what goes with it. */
export function RemoveSection({ run, text }: { run: () => Promise<unknown>; text?: string }) {
  const { t } = useTranslation()
  return (
    <Section {...(text && { title: t('form.remove'), text })} apart>
      <ConfirmButton label={t('form.remove')} run={run} dangerous />
    </Section>
  )
}
