import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { castel } from './index.ts'

describeFrames(castel)
