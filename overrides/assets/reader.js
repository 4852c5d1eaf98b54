/* A reader's own marks on papers. */
"use strict";
