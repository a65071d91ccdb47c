import i18next from 'i18next'
import { boundaries } from '../locales/en_boundaries.ts'

/** The sentences of these pages come with the first of them, not with every visit. */
i18next.addResourceBundle('en', 'translation', boundaries, true)
