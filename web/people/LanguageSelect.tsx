import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Language, languageCodes, languageOf, languages } from '#messages/languages.ts'

/** Each language by its own name, so that it is found in whichever another is shown. */
export function LanguageSelect({ choose, bare = false }: Props) {
  const { t, i18n } = useTranslation()
  const label = t('frame.language')
  return (
    <NativeSelect
      {...(bare
        ? { 'aria-label': label, variant: 'unstyled', size: 'xs', mt: 'md', w: 'fit-content' }
        : { label, maw: 320 })}
      value={languageOf(i18n.language)}
      data={languageCodes.map((value) => ({ value, label: languages[value].name }))}
      onChange={(event) => choose(event.currentTarget.value as Language)}
    />
  )
}

/** @property bare without a visible label, as below a form */
type Props = { choose: (language: Language) => void; bare?: boolean }
