import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { eelink } from './index.ts'

describeFrames(eelink)
