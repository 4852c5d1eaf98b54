"""A language model chooses sentences, puts a day's papers together, and writes where an owner asks for it. Pure.

    prompts    what it is asked, and the form of its answers
    answers    answer -> fields of a line, and what is wrong with it
    records    the lines of content/summaries

Text of a listing may say anything, also to the model: so a choice is shown as the paper has it, and what is written
says whose it is. The server is asked by daybook.fetch.chat; what was stored is read by daybook.archive.verdicts.
"""
