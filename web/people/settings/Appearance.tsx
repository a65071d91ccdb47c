import { Input, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { speak } from '../../core/i18n.ts'
import { queries } from '../../core/queries.ts'
import { saveConfig } from '../../core/saveConfig.ts'
import { useSession } from '../../core/session.ts'
import { Section } from '../../kit/page/Section.tsx'
import { BackendChoice } from '../backend/BackendChoice.tsx'
import { LanguageSelect } from '../LanguageSelect.tsx'

export function Appearance() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { user, organisation_id } = useSession()
  const chooseLanguage = async (locale: string) => {
    await speak(locale)
    if (user && organisation_id !== null) await saveConfig(queries, user.id, { organisation_id, locale })
  }
  return (
    <Section title={t('people:settings.appearance')}>
      <Input.Wrapper label={t('people:settings.theme')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('people:settings.theme')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({
              value,
              label: t(`people:settings.${value}`),
            }))}
          />
        </div>
      </Input.Wrapper>
      <LanguageSelect choose={chooseLanguage} />
      <BackendChoice />
    </Section>
  )
}
