import { Panel } from '../panel.js';

class MessagePair extends Panel {}

customElements.define('message-pair', MessagePair);
