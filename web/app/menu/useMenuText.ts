import { useTranslation } from 'react-i18next'
import type { Language } from '#messages/languages.ts'
import type { MenuLabel } from '../../kit/door.ts'

/** Labels of menu lines in the language of the person. */
export function useMenuText(): (label: MenuLabel) => string {
  const { t, i18n } = useTranslation()
  return (label) => (typeof label === 'string' ? t(`menu.${label}`) : (label[i18n.language as Language] ?? label.en))
}
